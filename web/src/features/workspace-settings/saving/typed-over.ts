import { useState } from 'react'

/** What is typed over a kept text: it stays while others change that, and knows what it was begun from. */
export function useTypedOver(kept: string) {
  const [draft, setDraft] = useState<{ text: string; begunFrom: string } | null>(null)
  return {
    text: draft?.text ?? kept,
    /** What was there when the typing began. */
    seen: draft?.begunFrom ?? kept,
    isChanged: draft !== null && draft.text.trim() !== kept,
    /** Somebody else changed it since. */
    isOvertaken: draft !== null && draft.begunFrom !== kept && draft.text.trim() !== kept,
    write: (text: string) => setDraft({ text, begunFrom: draft?.begunFrom ?? kept }),
    drop: () => setDraft(null),
  }
}
