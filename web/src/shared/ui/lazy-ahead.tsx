import { type ComponentType, lazy, useState } from 'react'

interface Ahead<Props> {
  Part: ComponentType<Props>
  /** Starts loading it; what does not come is reported where it is rendered. */
  preload: () => void
}

/**
 * A component in a chunk of its own that may be loaded ahead. `lazy` suspends even for what is there already, and React
 * then holds the next paint back for 300 ms: what has come is rendered at once.
 */
export function lazyAhead<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Ahead<Props> {
  let come: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const module = await load()
    come = module.default
    return module
  }
  // The type of a lazy component adds a ref, which no generic props can be proved to lack.
  const Later = lazy(loadOnce) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // Chosen when it first appears: another type later would be another component, and lose its state.
    const [Chosen] = useState(() => come ?? Later)
    return <Chosen {...props} />
  }
  return { Part, preload: () => void loadOnce().catch(() => undefined) }
}
