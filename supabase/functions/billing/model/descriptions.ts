/** What each plan is for, by its name. */
export const descriptions: Record<string, string> = {
  free: 'For one person who gets to know the product.',
  basic: 'For a few people with their first private APIs.',
  startup: 'For teams that show their documentation under their own name.',
  pro_team: 'For organisations with many teams, one style and their own sign-in.',
  enterprise: 'For companies that need terms of their own.',
}
