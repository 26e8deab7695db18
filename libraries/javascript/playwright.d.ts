import type { StartOptions, Tenant } from "./index.js";

export interface StorageState {
  cookies: {
    name: string; value: string; domain: string; path: string; expires: number; httpOnly: boolean; secure: boolean; sameSite: string;
  }[];
  origins: never[];
}
export interface SessionRequest { url: string; user: string; password: string }

/** The fixtures `understudy`, `tenant` and `signedIn`, for `test.extend`. */
export function fixtures(options?: StartOptions & { cloneOf?: string; url?: string }): any;
export function storageState(tenant: Tenant, request: SessionRequest): Promise<StorageState>;
