/** The answer to a request for a new password: the same for every address. */
export const resetCodeSent = "If an account with that email exists, we've sent it a reset code"
