// The double of Stripe that `npm start` uses too: its code stands in the stack, so that the product has it.
export { type StripeDouble, type StripeOptions, startStripe } from '../../../stack/stripe/index.ts'
