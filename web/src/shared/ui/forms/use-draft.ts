import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** What was typed into a form of this tab before, without secrets; survives a reload and going back. */
export function readDraft<T extends FieldValues>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(`draft:${key}`) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Partial<T>) : {}
  } catch {
    return {}
  }
}

/** Keeps what is typed in the tab's storage; fields named in `secret` are never written. */
export function useDraft<T extends FieldValues>(
  key: string,
  form: UseFormReturn<T>,
  secret: (keyof T)[] = [],
): void {
  const withheld = secret.join()
  useEffect(() => {
    const hidden = withheld.split(',')
    const subscription = form.watch((values) => {
      const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)))
      window.sessionStorage.setItem(`draft:${key}`, JSON.stringify(kept))
    })
    return () => subscription.unsubscribe()
  }, [form, key, withheld])
}

/** Forgets a draft once its form is done. */
export function forgetDraft(key: string): void {
  window.sessionStorage.removeItem(`draft:${key}`)
}
