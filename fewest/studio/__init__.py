"""Everything people look at: the pages, drawings, atlas, guide, shares and sheets.

It uses the service; the service does not know it: :mod:`fewest.wsgi` joins the two.
"""
