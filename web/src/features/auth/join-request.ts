/** What became of asking to join, in the specification's words. */
export const joinRequestMessages = {
  created:
    'The workspace administrators have received a notification of your request to join the workspace. You will receive an email once your request has been approved.',
  denied: 'Your request to join this workspace has been denied by the workspace administrators.',
  disabled: 'This workspace does not allow join requests. Contact a workspace member for an invitation.',
} as const

export type JoinRequestStatus = keyof typeof joinRequestMessages
