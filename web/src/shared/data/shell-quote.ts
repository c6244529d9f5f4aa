/** One shell word: single quotes, in which nothing is special but the quote itself. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
