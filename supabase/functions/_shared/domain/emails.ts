/**
 * An e-mail address as forms and routes take it; apart from the schemas, whose library is large. The database's
 * private.is_email says the same.
 */
export const emailPattern =
  /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"\u3002\uff0e\uff61]+\.[^\s\p{Cc}@<>()[\]\\,;:".\u3002\uff0e\uff61]{2,}$/u
