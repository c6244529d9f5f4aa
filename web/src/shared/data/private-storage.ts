// What this device keeps of somebody for as long as they are signed in.

/** What the names of such entries begin with. */
export const privatePrefix = 'private:'

// Recent projects and searches are as private; their names are older, and documentation keeps them without this module.
const prefixes = [privatePrefix, 'recent-projects:', 'recent-searches:']

/** Removes all of it: somebody signed out. */
export function forgetPrivate(): void {
  for (const name of Object.keys(window.localStorage))
    if (prefixes.some((prefix) => name.startsWith(prefix))) window.localStorage.removeItem(name)
}
