// An operation that known changes are made in, and the parts of it that they change.

interface Schema {
  type?: string
  enum?: string[]
  oneOf?: object[]
  pattern?: string
  maximum?: number
  maxLength?: number
  minLength?: number
  nullable?: boolean
  deprecated?: boolean
}

export interface Thing {
  type: 'object'
  required: string[]
  properties: Record<string, Schema>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  deprecated?: boolean
  schema: Schema
}

type Content = Record<string, { schema?: Thing }>

interface Response {
  description: string
  headers?: object
  content?: Content
}

export interface Operation {
  operationId?: string
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}

/** A rule, its level, and the change of an operation that it is known by. */
export type Known = [rule: string, level: 'major' | 'minor' | 'patch', edit: (operation: Operation) => void]

export const body = (operation: Operation) => there(operation.requestBody)
export const sent = (operation: Operation) => there(body(operation).content['application/json']?.schema)
export const response = (operation: Operation) => there(operation.responses['200'])
export const contentOf = (operation: Operation) => there(response(operation).content)
export const received = (operation: Operation) => there(contentOf(operation)['application/json']?.schema)
export const property = (thing: Thing, name: string) => there(thing.properties[name])
export const parameter = (operation: Operation, name: string) =>
  there(operation.parameters.find((one) => one.name === name))

export function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The description lacks what is to be changed.')
  return part
}
