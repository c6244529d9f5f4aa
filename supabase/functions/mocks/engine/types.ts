// What goes to the engine and comes back: plain data, for it may run in a worker.

/** A request to a mocked operation. */
export interface MockRequest {
  path: string
  query: Record<string, string | string[]>
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface Wanted {
  code?: number
  example?: string
  dynamic: boolean
}

export interface Job {
  /** Names the operation: equal digests, equal texts. */
  digest: string
  /** JSON of the operation. */
  text: string
  request: MockRequest
  wanted: Wanted
}

export type MockResult =
  /** As the description says. */
  | {
      kind: 'answer'
      status: number
      headers: [name: string, value: string][]
      mediaType: string
      body: string | null
    }
  /** The request is not as the description asks. */
  | { kind: 'invalid'; status: number; errors: { field: string; message: string }[] }
  /** It lacks what the description's security asks for. */
  | { kind: 'unauthenticated'; challenge: string }
  /** The description has no such answer. */
  | { kind: 'missing'; status: number; detail: string }
