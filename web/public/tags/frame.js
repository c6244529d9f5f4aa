// Tag Manager of a workspace, in a frame that the server gives no origin: it hears which page is read and touches nothing.
const id = location.hash.slice(1)
// As a page of its own it would show whatever a container holds under a workspace's address.
if (parent !== window && /^GTM-[A-Z0-9]{4,12}$/.test(id)) {
  window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }]
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.type !== 'waymark.page') return
    const { location, title, referrer } = data
    window.dataLayer.push({
      event: 'page_view',
      page_location: String(location),
      page_title: String(title),
      page_referrer: String(referrer),
    })
  })
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtm.js?id=${id}`
  script.async = true
  document.head.append(script)
}
