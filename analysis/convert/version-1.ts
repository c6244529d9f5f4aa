// Collections of Postman's version 1, which no longer is read: they name no schema, so their shape is what tells them. Apart
// from the converter, which is too large for who only asks.
import { isObject, own } from '../json.ts'
import type { JsonValue } from '../types.ts'

/** Whether a document is a collection as Postman exported version 1: its requests and their order at the top. */
export function isVersion1(value: JsonValue | undefined): boolean {
  return isObject(value) && Array.isArray(own(value, 'requests')) && Array.isArray(own(value, 'order'))
}
