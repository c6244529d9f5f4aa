// What browsers, Node and Deno have in common beyond the language, as far as pure code uses it.
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array): string
}
declare function atob(base64: string): string
declare function btoa(bytes: string): string
