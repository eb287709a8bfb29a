// Style sheets that come with the module that needs them.
import { element } from "./elements.js";

// Load a style sheet. Resolves when it is here, or cannot be had.
export const style = (name) =>
  new Promise((resolve) => {
    const href = new URL(name, import.meta.url).href;
    const link = element("link", { rel: "stylesheet", href, on: { load: resolve, error: resolve } });
    document.head.append(link);
  });
