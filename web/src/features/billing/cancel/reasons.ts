// Why people leave a plan, and what each of them is asked next.

export const reasons = {
  expensive: { label: 'It is too expensive', question: 'What price would be right for you?' },
  features: { label: 'It lacks features that we need', question: 'Which features do you miss?' },
  free_works: { label: 'The Free plan is enough for us', question: 'What do you use the Free plan for?' },
  confusion: { label: 'It is hard to use or to understand', question: 'What was confusing?' },
  adoption: { label: 'Our team does not use it', question: 'What kept your team from using it?' },
  competitor: { label: 'We chose another product', question: 'Which product, and what made you choose it?' },
  not_needed: { label: 'We no longer need it', question: 'What has changed?' },
} as const

export type Reason = keyof typeof reasons

/** Whether a text, as another program gives it, is one of the reasons. */
export function isReason(text: string | undefined): text is Reason {
  return text !== undefined && Object.hasOwn(reasons, text)
}
