import type { APIRoute } from 'astro';
import { markPng } from '../components/mark-png.ts';

/** Home screens ask for it by this address without being told. */
export const GET: APIRoute = () => markPng(180);
