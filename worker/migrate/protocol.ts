// What the job of a migration and the process that converts for it say to each other.

/** A Postman collection, as text. */
export interface ConversionWork {
  path: string
  text: string
}

export type ConversionOutcome = { kind: 'done'; description: string } | { kind: 'refused'; message: string }
