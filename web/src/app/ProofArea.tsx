import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { onProofRequest, type ProofRequest, proofRequest } from '../shared/data/proof.ts'

/** Asks for the password, or a mailed code, when the server wants to know that it is still the same person. */
export function ProofArea() {
  const request = useSyncExternalStore(onProofRequest, proofRequest)
  const [Dialog, setDialog] = useState<ComponentType<{ request: ProofRequest }>>()
  // Loaded when it is first needed: few visits ask, and a form would be a twentieth of what every page starts with.
  useEffect(() => {
    if (!request || Dialog) return
    import('./ProofDialog.tsx').then(
      ({ ProofDialog }) => setDialog(() => ProofDialog),
      // The call then ends with the server's refusal, and the next one tries to load it again.
      () => request.settle(false),
    )
  }, [request, Dialog])
  return request && Dialog ? <Dialog request={request} /> : null
}
