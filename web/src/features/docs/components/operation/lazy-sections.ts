// What few descriptions say, in chunks of their own.
import { lazyPart } from '../lazy-part.ts'

export const EncodingSection = lazyPart(() =>
  import('./EncodingSection.tsx').then((module) => module.EncodingSection),
)

export const LinksSection = lazyPart(() => import('./LinksSection.tsx').then((module) => module.LinksSection))
