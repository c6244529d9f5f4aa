// What a mail says, before it has a form: layout.ts makes HTML and plain text of it.
export interface Letter {
  subject: string
  /** Heading inside the mail. */
  title: string
  /** Paragraphs above what the mail is about. */
  intro: string[]
  /** A code in large type. */
  code?: string
  /** Circumstances, as a small table. */
  facts?: { label: string; value: string }[]
  button?: { label: string; url: string }
  links?: { name: string; url: string; detail?: string }[]
  /** Small print. */
  notes: string[]
  /** Where the recipient ends mails of this kind without signing in. */
  unsubscribe?: { label: string; url: string; oneClickUrl: string }
}

/** In whose name a mail comes. */
export interface Brand {
  name: string
  /** Its address, without a slash at the end. */
  url: string
  logo?: string
  colour?: string
  /** Whose product sends it, unless the workspace hides that. */
  poweredBy?: { name: string; url: string }
}
