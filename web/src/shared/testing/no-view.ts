// jsdom has no IntersectionObserver. Here nothing ever comes into view, also for what still renders between the end of a
// test and its clean-up, when the stubs of that test are gone already.
class NoView implements Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect' | 'takeRecords'> {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.defineProperty(globalThis, 'IntersectionObserver', {
  value: NoView,
  configurable: true,
  writable: true,
})
