import type { RequestChoices } from '../samples/request.ts'

/** What was typed in Try It, as samples show it. */
export type TriedChoices = Pick<RequestChoices, 'server' | 'params' | 'body' | 'signIn'>
