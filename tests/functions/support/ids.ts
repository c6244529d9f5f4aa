import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'

/** The public identifier of the person a token belongs to. */
export async function idOf(stack: StackInfo, token: string): Promise<string> {
  return (await call(stack, '/users/me', { token })).json<{ id: string }>().id
}
