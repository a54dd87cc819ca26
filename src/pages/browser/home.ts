/** The first request goes to where this page came from. */
for (const part of document.querySelectorAll('.origin')) part.textContent = location.origin
