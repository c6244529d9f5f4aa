// Which headers of a reader's request go on to another server: what belongs to the connection, says where a request came
// from, or would speak in our name stays here.

const never = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'content-length',
  'accept-encoding',
  'forwarded',
  'via',
  'true-client-ip',
  'client-ip',
])
const neverBeginsWith =
  /^(?:proxy-|x-forwarded|x-real-|x-client-|x-original-|cf-|sb-|sec-|x-waymark-|waymark-)/

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// What ends a line, or is no byte.
const unwritable = /[^\t\x20-\x7e\x80-\xff]/

/** Whether a header can be written at all. */
export function isHeader(name: string, value: string): boolean {
  return token.test(name) && !unwritable.test(value)
}

/** Whether a header goes along. */
export function isPassedOn(name: string): boolean {
  const lower = name.toLowerCase()
  return !never.has(lower) && !neverBeginsWith.test(lower)
}
