import { lazy, Suspense, useEffect, useState } from 'react'
import { receiveToasts, type Toast } from '../shared/ui/toast.ts'

const ToastStack = lazy(() => import('./ToastStack.tsx'))

/** Shows toasts; what draws them is loaded with the first one. */
export function ToastArea() {
  const [first, setFirst] = useState<Toast>()
  useEffect(() => (first ? undefined : receiveToasts(setFirst)), [first])
  if (!first) return null
  return (
    <Suspense fallback={null}>
      <ToastStack first={first} />
    </Suspense>
  )
}
