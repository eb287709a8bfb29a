// Made by the service of fewest/service/locale/ja/LC_MESSAGES/page.po.
export const JAPANESE: Record<string, string>;
