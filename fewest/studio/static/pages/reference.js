// Swagger UI for the OpenAPI document of this service.
/* global SwaggerUIBundle */

SwaggerUIBundle({
  url: document.getElementById("swagger-ui").dataset.openapi,
  dom_id: "#swagger-ui",
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  tryItOutEnabled: true,
});
