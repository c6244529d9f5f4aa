// The trail as a table: the web app saves it, and the API answers it.

/** The columns, in order. What an `event` says is in the web app's words: the API leaves it out. */
export const activityColumns = [
  'id',
  'created_at',
  'type',
  'event',
  'actor_name',
  'actor_email',
  'ip_address',
  'metadata',
] as const

export type ActivityColumn = (typeof activityColumns)[number]
