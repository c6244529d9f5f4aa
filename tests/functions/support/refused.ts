// Who is refused everything: used by the security tests of a resource with the list of its calls.
import { expect } from 'vitest'
import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'

export type Attempt = [method: string, path: string, json?: unknown]

/** Expects each call to be refused with `status`. */
export async function expectRefused(
  stack: StackInfo,
  token: string | undefined,
  status: number,
  attempts: Attempt[],
): Promise<void> {
  for (const [method, path, json] of attempts) {
    const answer = await call(stack, path, {
      method,
      ...(token ? { token } : {}),
      ...(json === undefined ? {} : { json }),
    })
    expect([method, path, answer.status]).toEqual([method, path, status])
  }
}
