/** A refusal in pg_graphql's words; it reaches the caller as `{"errors": [{"message": …}]}`. */
export class GraphError extends Error {
  override name = 'GraphError'
}

/** A name that the schema does not know: a newer one may. */
export class UnknownNameError extends GraphError {
  override name = 'UnknownNameError'
}

/** The error for a field that a type does not have. */
export function unknownField(field: string, type: string): UnknownNameError {
  return new UnknownNameError(`Unknown field "${field}" on type ${type}`)
}
