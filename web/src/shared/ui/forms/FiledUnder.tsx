/** For password managers, which file a new password under the account that the form is about; nobody sees it. */
export function FiledUnder({ email }: { email: string | undefined }) {
  if (!email) return null
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
}
