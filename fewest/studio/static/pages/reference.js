// Swagger UI for the OpenAPI document of this service, with what it leaves out for those who do not see it.
/* global SwaggerUIBundle */

const root = document.getElementById("swagger-ui");

// Names of operations are within buttons, where a link would be a second thing to press; and there is one server only.
const accessible = ({ React }) => ({
  components: {
    DeepLink: ({ text }) => React.createElement("span", {}, text),
    ServersContainer: () => null,
  },
});

const set = (selector, attributes) => {
  for (const element of root.querySelectorAll(selector))
    for (const [name, value] of Object.entries(attributes))
      element.setAttribute(name, typeof value === "string" ? value : value(element));
};

// What a field is for: the name of its parameter, or else the heading of its section.
const nameOf = (field) =>
  field.closest("[data-param-name]")?.dataset.paramName ??
  field.closest(".opblock-section, .responses-wrapper")?.querySelector("h4")?.textContent ??
  "Value";

function complete() {
  set(".information-container", { role: "banner" });
  set(".scheme-container", { role: "region", "aria-label": "Access" });
  set(".responses-table", { "aria-label": ({ id }) => id.replaceAll("_", " ") });
  for (const level of [3, 4, 5]) set(`h${level}`, { "aria-level": String(level - 1) });
  set(":is(select, textarea, input):not([aria-label], [id])", { "aria-label": nameOf });
  set("pre.example", { tabindex: "0" });
}

new MutationObserver(complete).observe(root, { childList: true, subtree: true });

SwaggerUIBundle({
  url: root.dataset.openapi,
  dom_id: "#swagger-ui",
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [accessible],
  validatorUrl: null,
  tryItOutEnabled: true,
});
