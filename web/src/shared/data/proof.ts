// What changes the account asks for a proof of the last ten minutes. The server says when; one dialog asks, whichever screen it is.
import { ApiProblem } from './api.ts'

/** Why a proof is asked for, and how the question ends. */
export interface ProofRequest {
  reason: string
  /** True once the proof was given; false when the person thought better of it. */
  settle: (isProven: boolean) => void
}

type Listener = () => void

let open: ProofRequest | null = null
let answer: Promise<boolean> | null = null
const listeners = new Set<Listener>()

/** The question that is open. */
export function proofRequest(): ProofRequest | null {
  return open
}

/** Calls back when a question opens or ends; returns the way to stop. */
export function onProofRequest(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs a call; where the server asks for a proof, the person is asked for it and the call runs once more. */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isAsked = error instanceof ApiProblem && error.code === 'PROOF_REQUIRED'
    // Without the dialog nobody could answer.
    if (!isAsked || listeners.size === 0 || !(await askFor(error.detail))) throw error
    return call()
  }
}

/** Calls that are refused at the same time ask once. */
function askFor(reason: string): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    const settle = (isProven: boolean) => {
      answer = null
      show(null)
      resolve(isProven)
    }
    show({ reason, settle })
  })
  return answer
}

function show(request: ProofRequest | null): void {
  open = request
  for (const listener of listeners) listener()
}
