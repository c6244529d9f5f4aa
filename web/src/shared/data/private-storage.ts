// What this device keeps of somebody for as long as they are signed in.

/** What the names of such entries begin with. */
export const privatePrefix = 'private:'

/** Removes all of it: somebody signed out. */
export function forgetPrivate(): void {
  for (const name of Object.keys(window.localStorage))
    if (name.startsWith(privatePrefix)) window.localStorage.removeItem(name)
}
