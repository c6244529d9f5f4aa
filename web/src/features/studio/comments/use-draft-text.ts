import { useState } from 'react'

const prefix = 'waymark-comment-'

/**
 * What is being written, kept in the browser's tab until it is sent or given up; with the key that it is sent by, so
 * that an answer that was lost does not make two of it.
 */
export function useDraftText(name: string, start: string) {
  const [text, setText] = useState(() => read(name) ?? start)
  const [key, setKey] = useState(() => crypto.randomUUID())
  return {
    text,
    key,
    write: (next: string) => {
      setText(next)
      keep(name, next)
    },
    end: () => {
      setText('')
      setKey(crypto.randomUUID())
      keep(name, '')
    },
  }
}

/** Forgets what was being written. */
export function dropDraft(name: string): void {
  keep(name, '')
}

function read(name: string): string | null {
  try {
    return window.sessionStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

function keep(name: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(prefix + name)
    else window.sessionStorage.setItem(prefix + name, text)
  } catch {
    // Without storage it lasts as long as the field.
  }
}
