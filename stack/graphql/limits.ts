// What one request may ask for. A document is cheap to send and can be dear to answer.

export const LIMITS = {
  /** Of the request's body, in bytes. */
  body: 1024 * 1024,
  /** Of the document, in characters. */
  document: 128 * 1024,
  tokens: 10_000,
  depth: 32,
  fragmentDepth: 50,
  /** Of and, or and not in a filter. */
  filterDepth: 32,
  aliases: 200,
  /** Fields of the query itself, each a statement, for those without an account. */
  visitorRootFields: 20,
  /** Fields once all fragments are spread. */
  fields: 5_000,
  statementMs: 10_000,
} as const
