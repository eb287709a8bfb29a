// Copying to the clipboard.
import { element } from "./elements.js";

// Copy a text. Where the clipboard API is missing, as it is without HTTPS, a field in `parent` is copied from.
export async function copyText(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { value: text, readOnly: true });
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
