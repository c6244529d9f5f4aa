// Where a logo or favicon may be, as the database has it (`private.is_picture_address`, and no drawings in the address).
// One table of addresses tries both (picture-addresses-cases.ts).

const longest = 4000
const forms = [
  /^\/api\/v1\/workspaces\/[\w-]{1,40}\/pictures\/[0-9a-f]{64}$/,
  /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?([/?][^\s<>"'`\\]*)?$/i,
  /^data:image\/(png|jpeg|gif|webp|x-icon|vnd\.microsoft\.icon)[;,][^\s<>"'`\\]*$/,
]

/** Whether the settings take it. */
export function isPictureAddress(given: string): boolean {
  return given.length <= longest && forms.some((form) => form.test(given))
}
