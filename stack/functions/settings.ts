/**
 * Whether the platform asks for a valid JWT before the function runs: `verify_jwt` in the function's block
 * of supabase/config.toml, true where it says nothing (as on Supabase).
 */
export function verifiesJwt(configToml: string, name: string): boolean {
  const block = configToml.split(/^\[/m).find((text) => text.startsWith(`functions.${name}]`))
  return !/^\s*verify_jwt\s*=\s*false\b/m.test(block ?? '')
}
