const kinds: Record<string, string> = {
  article: 'Article',
  http_callback: 'Callback',
  http_operation: 'Operation',
  http_service: 'API',
  http_webhook: 'Webhook',
  image: 'Image',
  model: 'Model',
}

/** What readers call a type of node. */
export const kindOf = (type: string): string => kinds[type] ?? 'Page'

/** The file that a node stands in, by its URI; undefined where that does not say. */
export function fileOf(uri: string): string | undefined {
  return /^\/(.+?\.(?:json|ya?ml|md|markdown))(?:\/|$)/i.exec(uri)?.[1]
}
