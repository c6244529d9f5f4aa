/** Replaced by the helper of this screen. */
export default function Routes() {
  return null
}
