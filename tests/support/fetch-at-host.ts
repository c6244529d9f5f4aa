import { fetchHost, type StackInfo } from './stack.ts'

/** `fetch` at a workspace's host, for clients that bring one: only browsers resolve such names. */
export function fetchAtHost(stack: StackInfo, slug: string) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
    const body = init?.body === undefined || init.body === null ? undefined : String(init.body)
    const headers = new Headers(init?.headers)
    if (init?.body instanceof URLSearchParams)
      headers.set('content-type', 'application/x-www-form-urlencoded')
    if (body !== undefined) headers.set('content-length', String(Buffer.byteLength(body)))
    const answer = await fetchHost(stack, slug, `${pathname}${search}`, {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body }),
    })
    return new Response([202, 204].includes(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
}
