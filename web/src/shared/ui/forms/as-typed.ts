/** How forms of dialogs validate: on every change, the error shown after half a second. For useForm. */
export const validateAsTyped = { mode: 'onChange', delayError: 500 } as const
