/** What somebody is called: first and last name, else the username; as `private.display_name` has it. */
export function displayName({
  first_name,
  last_name,
  username,
}: {
  first_name: string | null
  last_name: string | null
  username: string
}): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || username
}
