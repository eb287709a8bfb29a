// Style sheets that come with the module that needs them.
import { element } from "./elements.js";

// Load the style sheet at an address. Resolves when it is here, or cannot be had.
export const style = ({ href }) =>
  new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href, on: { load: resolve, error: resolve } });
    document.head.append(link);
  });
